import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anchor, type Calibration, calibrate, calibrated } from "../../src/economics/calibration.ts";

const model = "anthropic/claude-x";
const seen = (estimated: number, actual: number) => ({ model, estimated, actual });

describe("calibrate", () => {
  it("begins with the first observation", () => {
    expect(calibrate(undefined, seen(1000, 1300))).toEqual({ model, ratio: 1.3, samples: 1 });
  });

  it("moves toward what long texts show, and hardly for short ones", () => {
    const known: Calibration = { model, ratio: 1, samples: 50 };
    const short = calibrate(known, seen(200, 300));
    const long = calibrate(known, seen(6000, 9000));
    expect(short?.ratio).toBeCloseTo(1.016, 3);
    expect(long?.ratio).toBeCloseTo(1.25, 3);
  });

  it.each([
    ["too little text", seen(99, 120)],
    ["a prompt that shrank", seen(1000, -500)],
    ["a prompt that grew by something else", seen(1000, 9000)],
    ["nothing estimated", seen(0, 100)],
  ])("learns nothing from %s", (_, observation) => {
    const known: Calibration = { model, ratio: 1.2, samples: 3 };
    expect(calibrate(known, observation)).toBe(known);
    expect(calibrate(undefined, observation)).toBeUndefined();
  });

  it("starts anew with another model", () => {
    const known: Calibration = { model: "other/model", ratio: 2, samples: 9 };
    expect(calibrate(known, seen(1000, 1100))).toEqual({ model, ratio: 1.1, samples: 1 });
  });

  it("finds the ratio of a model that counts steadily, through any noise of a tenth", () => {
    const noise = fc.array(
      fc.tuple(fc.integer({ min: 200, max: 5000 }), fc.double({ min: 0.9, max: 1.1, noNaN: true })),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(noise, fc.double({ min: 0.8, max: 1.6, noNaN: true }), (texts, ratio) => {
        let known: Calibration | undefined;
        for (const [estimated, off] of texts)
          known = calibrate(known, seen(estimated, estimated * ratio * off));
        expect(Math.abs((known?.ratio ?? 0) / ratio - 1)).toBeLessThanOrEqual(0.1 + 1e-9);
        expect(calibrated(1, known)).toBe(known?.ratio);
      }),
    );
  });

  it("leaves estimates alone before anything is known", () => {
    expect(calibrated(321, undefined)).toBe(321);
  });
});

describe("anchor", () => {
  const before = { prompt: 10_000, output: 400 };

  it("splits what the prompt grew by beyond the reply", () => {
    expect(anchor(before, { prompt: 11_400, output: 9 }, [300, 100])).toEqual([750, 250]);
  });

  it("adds up to the growth, for any estimates", () => {
    const estimates = fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1 });
    fc.assert(
      fc.property(estimates, fc.integer({ min: 1, max: 99_999 }), (parts, grown) => {
        const shares = anchor(before, { prompt: 10_400 + grown, output: 0 }, parts) ?? [];
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(grown, 3);
      }),
    );
  });

  it.each([
    ["the prompt shrank", { prompt: 4000, output: 0 }, [100]],
    ["only the reply was added", { prompt: 10_400, output: 0 }, [100]],
    ["there is nothing to split", { prompt: 12_000, output: 0 }, []],
  ])("tells nothing when %s", (_, after, estimates) => {
    expect(anchor(before, after, estimates)).toBeUndefined();
  });
});
