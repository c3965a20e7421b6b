/** YYYY-MM-DD of a date column. */
export function isoDay(date: Date | string): string {
  if (typeof date === "string") return date.slice(0, 10);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
