/**
 * Applies a JSON Patch (RFC 6902) with the operations that the server sends: `add`, `replace` and `remove`.
 * @param {*} document It stays as it is. The result shares the parts without a change with it.
 * @param {{op: string, path: string, value?: *}[]} operations
 * @returns {*} The document after all operations.
 * @throws {Error} If an operation can't be applied.
 */
export function patched(document, operations) {
  return operations.reduce((target, operation) => apply(target, tokensOf(operation.path), operation), document);
}

/** The tokens of a JSON Pointer (RFC 6901). */
function tokensOf(path) {
  return path.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function apply(target, [token, ...rest], { op, path, value }) {
  if (token === undefined || target === null || typeof target !== "object") throw new Error(`There is no ${path}.`);
  const copy = Array.isArray(target) ? [...target] : { ...target };
  // An element can be added at the end of an array, too (RFC 6902 section 4.1).
  const isEnd = Array.isArray(target) ? Number(token) === target.length : true;
  const exists = Array.isArray(target) ? Number(token) < target.length : Object.hasOwn(target, token);
  if (!exists && (rest.length > 0 || op !== "add" || !isEnd)) throw new Error(`There is no ${path}.`);
  if (rest.length > 0) copy[token] = apply(target[token], rest, { op, path, value });
  else if (!Array.isArray(target)) op === "remove" ? delete copy[token] : (copy[token] = value);
  else if (op === "add") copy.splice(Number(token), 0, value);
  else if (op === "remove") copy.splice(Number(token), 1);
  else copy[token] = value;
  return copy;
}
