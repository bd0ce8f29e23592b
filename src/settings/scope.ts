/** Where a setting is kept: in the user's own file, or in the project's, which goes before it. */
export type Scope = "global" | "project";

/** Where the value in force comes from. */
export type Source = Scope | "default";
