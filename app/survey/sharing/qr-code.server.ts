import { renderSVG } from "uqr";

/**
 * A QR code of an address as an SVG in a `data:` address. Black on white whatever the theme is, with the four modules of
 * white around it that readers need (ISO/IEC 18004, 5.3.8); 15 % of it may be dirty or torn.
 */
export function qrCode(address: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { ecc: "M", border: 4, pixelSize: 8 }))}`;
}
