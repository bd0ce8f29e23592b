import { catalog, type Setting } from "./catalog.ts";

/** The Markdown table of every setting, one row each. */
export function settingsTable(): string {
  return [
    "| Setting | Default | Takes | Command | What it does |",
    "| --- | --- | --- | --- | --- |",
    ...catalog.map(row),
  ].join("\n");
}

function row({ path, default: value, expects, presets, command, description }: Setting): string {
  const words = presets.flatMap((preset) =>
    preset.label === "off" && preset.value === 0 ? ["; 0 switches it off"] : [],
  );
  const cells = [
    `\`${path}\``,
    `\`${JSON.stringify(value)}\``,
    `${expects}${words.join("")}`,
    `\`/pruner ${command}\``,
    description,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
