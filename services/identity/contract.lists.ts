import { z } from "zod";
import { isStorable, unstorableWords } from "../../rules/storable";
import { type Call, DoneAnswer, id } from "../kit/contract";

/** The address of a list page, as the sitemap has it, without parameters: /sms/history. */
export const listName = z
  .string()
  .max(200)
  .regex(/^(\/[\w:-]+)+$/, "This is the address of no list.");

/** A search of a list under a name. `query` is what stands behind the question mark. */
export const ListView = z.object({
  id: z.number().int(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** The asking person may delete it. */
  removable: z.boolean(),
});
export type ListView = z.infer<typeof ListView>;

const viewText = (most: number, tooLong: string) => z.string().max(most, tooLong).refine(isStorable, unstorableWords);

export const ListViewForm = z.strictObject({
  list: listName,
  name: viewText(100, "A name has at most 100 characters.").trim().min(1, "Give the view a name."),
  query: viewText(2000, "These filters are too long to be saved."),
  shared: z.boolean().default(false),
});

/** The names of columns in their order; none: the list as it is made. */
const columns = z.array(z.string().min(1).max(100)).max(100);

/** What people make of the lists: searches they come back to, and the columns they want to see. */
export const listCalls = {
  listSettings: {
    method: "GET",
    path: "/lists",
    summary: "The saved views of a list, one's own and shared, and the columns that one chose",
    // Who works in a child account has no views and columns of their own there, and sees the shared ones.
    delegated: true,
    query: z.object({ list: listName }),
    answers: { 200: z.object({ views: z.array(ListView), columns, shares: z.boolean() }) },
  },
  saveListView: {
    method: "POST",
    path: "/lists/views",
    summary: "Save a search of a list; one's own of that name is replaced",
    writes: true,
    body: ListViewForm,
    answers: { 201: ListView },
  },
  deleteListView: {
    method: "DELETE",
    path: "/lists/views/{id}",
    summary: "Delete a saved view",
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
  saveListColumns: {
    method: "POST",
    path: "/lists/columns",
    summary: "Choose the columns of a list and their order, for oneself",
    writes: true,
    body: z.strictObject({ list: listName, columns }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
