import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";

/** An extension for tests: a tool that ends the run with its result, so that no reply stands behind it. */
export default function finishTool(pi: ExtensionAPI): void {
  pi.registerTool({
    name: "finish",
    label: "Finish",
    description: "End the run with a report",
    parameters: { type: "object", properties: {} } as never,
    async execute() {
      const text = Array.from({ length: 300 }, (_, index) => `report ${index + 1} of the run`).join("\n");
      return { content: [{ type: "text", text }], details: undefined, terminate: true };
    },
  });
}
