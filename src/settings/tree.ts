/** A JSON object. Keys may be any text, `__proto__` included: read own keys only, write computed keys only. */
export interface Tree {
  readonly [key: string]: unknown;
}

export function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a dotted path, undefined when there is none. */
export function valueAt(tree: Tree, path: string): unknown {
  return path.split(".").reduce<unknown>((node, key) => (isTree(node) ? own(node, key) : undefined), tree);
}

/** A copy with `value` at a dotted path. What stands in the way and is no object is replaced by one. */
export function withValue(tree: Tree, path: string, value: unknown): Tree {
  const [key, rest] = splitPath(path);
  if (rest === "") return { ...tree, [key]: value };
  const child = own(tree, key);
  return { ...tree, [key]: withValue(isTree(child) ? child : {}, rest, value) };
}

/** A copy without the value at a dotted path, and without the objects that it leaves empty. */
export function withoutValue(tree: Tree, path: string): Tree {
  const [key, rest] = splitPath(path);
  const child = own(tree, key);
  if (child === undefined || (rest !== "" && !isTree(child))) return tree;
  const { [key]: _removed, ...others } = tree;
  if (rest === "") return others;
  const smaller = withoutValue(child as Tree, rest);
  if (smaller === child) return tree;
  return Object.keys(smaller).length === 0 ? others : { ...tree, [key]: smaller };
}

/** `over` laid on `base`, object by object; anything else in `over` replaces what stands in `base`. */
export function mergeTrees(base: Tree, over: Tree): Tree {
  const merged = Object.entries(over).map(([key, value]) => {
    const below = own(base, key);
    return [key, isTree(value) && isTree(below) ? mergeTrees(below, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) };
}

const own = (tree: Tree, key: string): unknown => (Object.hasOwn(tree, key) ? tree[key] : undefined);

function splitPath(path: string): readonly [key: string, rest: string] {
  const dot = path.indexOf(".");
  return dot < 0 ? [path, ""] : [path.slice(0, dot), path.slice(dot + 1)];
}
