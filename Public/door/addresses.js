/** The address that starts an application. @param {string} name @returns {string} */
export function addressOf(name) {
  return `/${name}`;
}
