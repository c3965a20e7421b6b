import { create } from "qrcode";

/** A QR code as the path of one SVG: a square for each dark module, with the four quiet ones around (ISO 18004). */
export function qrPath(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const quiet = 4;
  let path = "";
  for (let y = 0; y < modules.size; y++)
    for (let x = 0; x < modules.size; x++) if (modules.get(x, y)) path += `M${x + quiet} ${y + quiet}h1v1h-1z`;
  return { size: modules.size + 2 * quiet, path };
}
