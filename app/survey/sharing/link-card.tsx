import { Download } from "lucide-react";
import { Card } from "../../kit/ui/card";
import { CopyButton } from "../../kit/ui/copy-button";

type LinkCardProps = { title: string; address: string; qr: string };

/** The public address of a survey, and its QR code for posters and receipts. Printing the page prints these alone. */
export function LinkCard({ title, address, qr }: LinkCardProps) {
  return (
    <Card label="Web link" padded>
      <h2 className="font-semibold">Web link</h2>
      <p className="mt-1 text-quiet">
        Anyone who has the address can answer. Print this page to get a sheet with the title, the code and the address.
      </p>
      <div className="mt-4 flex flex-wrap items-start gap-4" data-printed>
        <p className="hidden w-full text-xl font-semibold text-black wrap-anywhere print:block">{title}</p>
        <img
          src={qr}
          width={200}
          height={200}
          alt={`QR code of ${address}`}
          className="rounded border border-line bg-white print:size-[12cm] print:border-0"
        />
        <div className="grid min-w-0 flex-1 basis-60 justify-items-start gap-3">
          <a className="link min-h-6 wrap-anywhere print:text-black" href={address}>
            {address}
          </a>
          <div className="flex flex-wrap gap-2 print:hidden">
            <a className="btn" href={qr} download={fileName(title)}>
              <Download size={16} strokeWidth={1.75} aria-hidden="true" />
              Download the code (SVG)
            </a>
            <CopyButton text={address} label="the address" />
          </div>
        </div>
      </div>
    </Card>
  );
}

function fileName(title: string): string {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${plain.slice(0, 60) || "survey"}-qr.svg`;
}
