/** "KES 1,250.00"; "" for no value. @param cents of the currency */
export function formatMoney(cents: number | null, currency: string): string {
  if (cents === null) return "";
  const amount = (cents / 100).toLocaleString("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${currency} ${amount}`;
}
