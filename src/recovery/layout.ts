import type { ImageContent } from "@mariozechner/pi-ai";
import type { ResultBlock } from "../model/message.ts";
import { type Budget, clip, fairShares, sizeOf } from "./budget.ts";
import type { Section } from "./section.ts";

const RULE = "\n\n---\n\n";

/** Images of one answer. They were in the context once, but one by one. */
const MAX_IMAGES = 10;

/** Base64 characters of all images of an answer: a provider that refuses a request for its size does so for ever. */
const MAX_IMAGE_DATA = 10_000_000;

/** Sections put together. */
export interface Layout {
  readonly content: readonly ResultBlock[];
  readonly shown: readonly Section[];
}

export interface LayoutRequest {
  readonly sections: readonly Section[];
  readonly total: Budget;
  /** What is said behind the sections, given those for which there was no room. */
  readonly closing: (leftOut: readonly Section[]) => readonly string[];
}

/** Gives each section its fair share of the room; where not even the least of each fits, the last ones are left out. */
export function layOut({ sections, total, closing }: LayoutRequest): Layout {
  const images = imageQuotas(sections);
  const whole = sections.map((section, at) => section.render({ ...total, images: images[at] ?? 0 }));
  for (let count = sections.length; ; count--) {
    const shown = sections.slice(0, count);
    const notices = closing(sections.slice(count)).map((notice) => clip(notice, 1000));
    const texts = shorten({ shown, whole, images, room: roomBeside(notices, count, total) });
    const size = sizeOf([...texts, ...notices].join(RULE));
    if (count <= 1 || (size.bytes <= total.bytes && size.lines <= total.lines)) {
      return { content: contentOf({ shown, texts, images, notices }), shown };
    }
  }
}

function roomBeside(notices: readonly string[], count: number, total: Budget): Budget {
  const said = sizeOf(notices.join("") + RULE.repeat(count + notices.length));
  return { bytes: total.bytes - said.bytes, lines: total.lines - said.lines };
}

interface Fitting {
  readonly shown: readonly Section[];
  /** The text of each section with all the room there is. */
  readonly whole: readonly string[];
  readonly images: readonly number[];
  readonly room: Budget;
}

function shorten({ shown, whole, images, room }: Fitting): readonly string[] {
  const wants = whole.slice(0, shown.length).map(sizeOf);
  const bytes = sharesOf(wants, room, "bytes");
  const lines = sharesOf(wants, room, "lines");
  return shown.map((section, at) => {
    const want = wants[at];
    const [ofBytes = 0, ofLines = 0] = [bytes[at], lines[at]];
    const isBytesEnough = want?.bytes === ofBytes;
    const isLinesEnough = want?.lines === ofLines;
    if (isBytesEnough && isLinesEnough) return whole[at] ?? "";
    // A section that is made shorter by the one measure needs no limit by the other.
    return section.render({
      bytes: isBytesEnough ? room.bytes : ofBytes,
      lines: isLinesEnough ? room.lines : ofLines,
      images: images[at] ?? 0,
    });
  });
}

const sharesOf = (wants: readonly Budget[], room: Budget, unit: keyof Budget): readonly number[] =>
  fairShares(
    wants.map((want) => want[unit]),
    room[unit],
  );

function imageQuotas(sections: readonly Section[]): readonly number[] {
  const shares = fairShares(
    sections.map(({ images }) => images.length),
    MAX_IMAGES,
  );
  let data = 0;
  return sections.map(({ images }, at) => {
    let quota = 0;
    for (const image of images.slice(0, shares[at])) {
      // One image goes out whatever its size: asking for it again would not make it smaller.
      if (data > 0 && data + dataSize(image) > MAX_IMAGE_DATA) break;
      data += dataSize(image);
      quota++;
    }
    return quota;
  });
}

const dataSize = ({ data }: ImageContent): number => (typeof data === "string" ? data.length : 0);

interface Pieces {
  readonly shown: readonly Section[];
  readonly texts: readonly string[];
  readonly images: readonly number[];
  readonly notices: readonly string[];
}

/** The texts as one block, interrupted where images follow the section they belong to. */
function contentOf({ shown, texts, images, notices }: Pieces): readonly ResultBlock[] {
  const content: ResultBlock[] = [];
  let text = "";
  const rule = () => (text === "" && content.length === 0 ? "" : text === "" ? RULE.trimStart() : RULE);
  for (const [at, section] of shown.entries()) {
    text += `${rule()}${texts[at] ?? ""}`;
    const quota = images[at] ?? 0;
    if (quota === 0) continue;
    content.push({ type: "text", text }, ...section.images.slice(0, quota));
    text = "";
  }
  for (const notice of notices) text += `${rule()}${notice}`;
  if (text !== "") content.push({ type: "text", text });
  return content;
}
