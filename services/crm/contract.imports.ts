import { z } from "zod";
import { duplicateChoices, importUses } from "../../rules/crm-import";
import { rowKinds } from "../../rules/file-import";
import { FileImport, ToldRow } from "../kit/contact-file/shapes";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { Count, crmProducts, customKey } from "./contract.records";

/** Either of them: the call itself asks for the one of the import's kind. */
const needs = { permissions: ["View crm leads", "View crm contacts"], products: crmProducts } as const;
const oneId = z.object({ id });
const importKinds = ["lead", "contact"] as const;

export const RecordImport = FileImport.extend({
  kind: z.enum(importKinds),
  duplicates: z.enum(duplicateChoices),
  sales_manager: z.string(),
  created: Count,
  updated: Count,
  /** Rows that the CRM or the file itself had already, and that changed nothing. */
  duplicate: Count,
  /** Of an import that was undone: records that somebody had worked on and that stayed. */
  left_alone: Count,
  /** Until when it can be undone; null when it can't be. */
  undo_until: z.string().nullable(),
});
export type RecordImport = z.infer<typeof RecordImport>;

/** `mapping`: what each column of the file is, by its place; custom.12 is the custom field 12. */
export const ImportStart = z.strictObject({
  mapping: z.record(
    z.string().regex(/^\d{1,4}$/),
    z.union([z.enum(importUses), customKey], { error: "Choose what the column is." }),
  ),
  duplicates: z.enum(duplicateChoices, { error: "Choose what to do." }).default("update"),
  /** Whose the new records are; null: nobody's. */
  sales_manager_id: z.string().max(60).nullable().default(null),
});

/** Leads and contacts out of files. */
export const importCalls = {
  uploadRecords: {
    method: "POST",
    path: "/imports",
    summary: "Upload a file of leads or contacts (multipart, field `file`); answers with its columns and a preview",
    needs,
    writes: true,
    raw: true,
    query: z.object({ kind: z.enum(importKinds).default("lead") }),
    answers: { 201: RecordImport },
  },
  recordImports: {
    method: "GET",
    path: "/imports",
    summary: "Imports of leads and contacts, newest first",
    needs,
    query: z.object(paging),
    answers: { 200: pageSchema(RecordImport) },
  },
  recordImport: {
    method: "GET",
    path: "/imports/{id}",
    summary: "One import: its columns, progress and counts",
    needs,
    params: oneId,
    answers: { 200: RecordImport },
  },
  startRecordImport: {
    method: "POST",
    path: "/imports/{id}/start",
    summary: "Start an uploaded import: what each column is, and what is done with rows that are there already",
    needs,
    writes: true,
    params: oneId,
    body: ImportStart,
    answers: { 201: RecordImport },
  },
  undoRecordImport: {
    method: "POST",
    path: "/imports/{id}/undo",
    summary: "Undo an import within 24 hours; what somebody has worked on since stays",
    needs,
    writes: true,
    params: oneId,
    answers: { 201: RecordImport },
  },
  importedRows: {
    method: "GET",
    path: "/imports/{id}/rows",
    summary: "The rows of an import that were refused, there already or changed, with line and reason",
    needs,
    params: oneId,
    query: z.object({ ...paging, kind: z.enum(rowKinds).optional().catch(undefined) }),
    answers: { 200: pageSchema(ToldRow) },
  },
} as const satisfies Record<string, Call>;
