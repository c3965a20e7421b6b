import { z } from "zod";
import { rowKinds } from "../../rules/file-import";
import { ToldRow } from "../kit/contact-file/shapes";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { Import } from "./contract.imports";

/** Rows of WhatsApp broadcasts are read the same way. */
const needs = {
  permissions: ["Send bulk message", "Send single message", "Create whatsapp message"],
  products: ["SMS", "BULK", "Whatsapp"],
} as const;

/** The rows of an express send: a file, or rows that were pasted. `fields` are the merge fields they bring. */
export const ExpressList = Import.extend({ fields: z.array(z.string()) });
export type ExpressList = z.infer<typeof ExpressList>;

/** Which column of the file is which, by its place from 0; the others become merge fields. */
export const ExpressColumns = z.strictObject({
  phone: z.int().min(0).max(9999),
  /** The column with each row's own message. */
  message: z.int().min(0).max(9999).nullable().default(null),
});
export type ExpressColumns = z.input<typeof ExpressColumns>;

const params = z.object({ id });

/** Lists of an express send: rows of numbers that belong to no contact group. */
export const expressCalls = {
  uploadExpress: {
    method: "POST",
    path: "/express/lists",
    summary: "Upload the rows of an express send (multipart, field `file`); answers with their columns and a preview",
    needs,
    writes: true,
    raw: true,
    answers: { 201: ExpressList },
  },
  expressList: {
    method: "GET",
    path: "/express/lists/{id}",
    summary: "One list: its columns, how far it is read, and what became of its rows",
    needs,
    params,
    answers: { 200: ExpressList },
  },
  startExpress: {
    method: "POST",
    path: "/express/lists/{id}/start",
    summary: "Read the rows of a list with these columns",
    needs,
    writes: true,
    params,
    body: ExpressColumns,
    answers: { 201: ExpressList },
  },
  refusedExpress: {
    method: "GET",
    path: "/express/lists/{id}/refused",
    summary: "The rows of a list that get no message, with line and reason",
    needs,
    params,
    query: z.object({ ...paging, kind: z.enum(rowKinds).optional().catch(undefined) }),
    answers: { 200: pageSchema(ToldRow) },
  },
} as const satisfies Record<string, Call>;
