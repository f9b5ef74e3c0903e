/** Fields that browsers send and curl does not need. */
const IGNORED_FIELDS = new Set(["Accept"]);

/**
 * A request as a command of a shell.
 * @param {{method: string, href: string, headers: object, body?: string}} request
 * @param {string} [token] A credential. The page's own is a cookie that no script can read.
 * @returns {string}
 */
export function curl({ method, href, headers, body }, token = "$TOKEN") {
  const fields = Object.entries(headers).filter(([name]) => !IGNORED_FIELDS.has(name)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const needsToken = href !== "/v1/sessions";
  return [
    `curl -i ${method === "GET" ? "" : `-X ${method} `}${quoted(location.origin + href)}`,
    needsToken && `-H "Authorization: Bearer ${token}"`,
    ...fields,
    body && `-d ${quoted(body)}`,
  ].filter(Boolean).join(" \\\n  ");
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
