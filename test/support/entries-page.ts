import type { TSchema } from "@sinclair/typebox";
import { entrySchemas } from "../../src/model/entries.ts";

/** `doc/entries.md`: every entry the pruner writes to a session, from the schemas that check them. */
export function entriesPage(): string {
  const sections = Object.entries(entrySchemas).map(
    ([type, schema]) => `## \`${type}\`\n\n${fieldsOf(schema)}`,
  );
  return [
    "# Session entries",
    "",
    "What pi-condense writes to a session file, by `customType` of Pi's `custom` entries. Generated from `src/model/entries.ts`;",
    "fields marked `?` may be absent. Entries of other shapes are passed over.",
    "",
    sections.join("\n\n"),
    "",
  ].join("\n");
}

type Node = TSchema & { readonly description?: string };

function fieldsOf(schema: Node): string {
  const variants = schema.anyOf as readonly Node[] | undefined;
  if (variants) return variants.map(fieldsOf).join("\n\nor\n\n");
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Node>>);
  const required = new Set(schema.required as readonly string[] | undefined);
  const rows = properties.map(
    ([name, field]) =>
      `|\`${name}\`${required.has(name) ? "" : "?"}|${typeOf(field)}|${field.description ?? ""}|`,
  );
  return ["|field|type|meaning|", "|---|---|---|", ...rows].join("\n");
}

function typeOf(schema: Node): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  const variants = schema.anyOf as readonly Node[] | undefined;
  if (variants) return [...new Set(variants.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${typeOf(schema.items as Node)}`;
  if (schema.type === "object") return schema.properties ? `{ ${inline(schema)} }` : "object";
  return String(schema.type ?? "any");
}

function inline(schema: Node): string {
  const required = new Set(schema.required as readonly string[] | undefined);
  return Object.keys(schema.properties as object)
    .map((name) => `\`${name}\`${required.has(name) ? "" : "?"}`)
    .join(", ");
}
