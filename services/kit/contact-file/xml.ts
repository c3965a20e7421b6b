import { SaxesParser } from "saxes";
import { maxValue } from "../../../rules/contact";
import { FileProblem } from "./problem";
import { damaged } from "./zip";

export type Attributes = Record<string, string>;

export type XmlHandlers = {
  /** Names come without their prefix: some writers say `x:row`. */
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
};

/** Elements inside one another: a sheet has some ten, and each open one is kept until it closes. */
const maxDepth = 200;

/** Characters of one text that are collected: what a value may have, each written as long as `_x000D_`. */
const maxText = (maxValue + 1) * 7;

/** Both texts in one, cut at the most that is kept of a value. */
export function joined(text: string, more: string): string {
  return text.length >= maxText ? text : text + more.slice(0, maxText - text.length);
}

/** Bytes without a tag: the parser keeps them all until the next one, and no cell may be that long. */
const maxBetweenTags = 1024 * 1024;

/**
 * A reader for the XML inside a workbook: pieces of bytes in, events out. A document type is refused, so no entity
 * can be declared; an unknown one, like any broken markup, makes the workbook damaged.
 */
export function xmlReader(handlers: XmlHandlers): { write(piece: Uint8Array): void; end(): void } {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let decoder: TextDecoder | undefined;
  let sinceTag = 0;
  parser.on("doctype", () => {
    throw new FileProblem(
      "unsafe",
      "The workbook declares its own XML entities, which no spreadsheet program writes: it is refused.",
    );
  });
  let depth = 0;
  parser.on("opentag", (tag) => {
    if (++depth > maxDepth)
      throw new FileProblem(
        "unsafe",
        "The workbook's parts are nested deeper than any spreadsheet program writes them: it is refused.",
      );
    handlers.open?.(local(tag.name), tag.attributes);
  });
  if (handlers.text) parser.on("text", handlers.text);
  parser.on("closetag", (tag) => {
    depth--;
    handlers.close?.(local(tag.name));
  });
  return {
    write(piece) {
      const tag = piece.lastIndexOf(0x3c);
      sinceTag = tag < 0 ? sinceTag + piece.length : piece.length - tag;
      if (sinceTag > maxBetweenTags)
        throw new FileProblem("long-cell", "The workbook has a cell with far too much text in it.");
      decoder ??= new TextDecoder(piece[0] === 0xff && piece[1] === 0xfe ? "utf-16le" : "utf-8");
      guarded(() => parser.write((decoder as TextDecoder).decode(piece, { stream: true })));
    },
    end: () => guarded(() => parser.close()),
  };
}

function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw error instanceof FileProblem ? error : damaged();
  }
}

function local(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

/** `_x000D_` and its like: how a workbook writes characters that XML cannot hold (ECMA-376, 22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
