/**
 * A price in the user's format.
 * @param {{amount: number, currency: string}} price In minor units: cents, but whole yen.
 * @returns {string}
 */
export function money({ amount, currency }) {
  try {
    const format = new Intl.NumberFormat(navigator.language, { style: "currency", currency });
    return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits);
  } catch {
    return `${amount} ${currency}`;
  }
}
