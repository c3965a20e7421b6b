import { maxPoints, type PointKind, pointKey, pointKindNames } from "../../../rules/contact-points";
import { readPoint } from "../../../rules/read-point";
import { HttpError } from "../../kit/serve";
import type { NewPoint } from "../points/store";
import type { FieldChange } from "../records/changes";

/** What the first number and address are called in the history. */
const fieldNames: Record<PointKind, string> = { phone: "Phone", email: "Email" };

const withArticle: Record<PointKind, string> = { phone: "a phone number", email: "an email address" };

/** What was changed, for the history and for the activities. */
export type PointChange = { changes: FieldChange[]; what: string };

/** Whose numbers and addresses are changed: a lead, a contact or an organisation that is locked. */
export type PointHolder = {
  noun: string;
  phone: string;
  email: string;
  /** All of them, the first ones with the labels that they have. */
  list(): Promise<NewPoint[]>;
  /** Makes one the first; the database makes the labels follow (migrations 020 and 031). */
  setFirst(point: NewPoint): Promise<void>;
  /** Adds those that are not there yet. A first one keeps its label. */
  add(points: readonly NewPoint[]): Promise<void>;
  setLabel(point: NewPoint): Promise<void>;
};

export function wrongValue(words: string): HttpError {
  return new HttpError(422, words, { value: [words] });
}

export function noPoint(): never {
  throw new HttpError(404, "There is no such number or address. Someone may have removed it.");
}

/** One that is not the first. @throws HttpError 404, 409 */
export function findFurther<Point extends NewPoint & { id: number; is_primary: boolean }>(
  points: readonly Point[],
  id: number,
): Point {
  const found = points.find((point) => point.id === id) ?? noPoint();
  if (found.is_primary)
    throw new HttpError(409, `This is the primary ${pointKindNames[found.kind]} already. Change it in the details.`);
  return found;
}

/** Adds a number or an address; where there is none of its kind it becomes the first one. @throws HttpError 422 */
export async function addPoint(holder: PointHolder, point: NewPoint): Promise<PointChange> {
  const { kind, value, label } = point;
  const name = pointKindNames[kind];
  const known = await holder.list();
  if (known.some((one) => pointKey(one.value) === pointKey(value)))
    throw wrongValue(`This ${holder.noun} has this ${name} already.`);
  if (holder[kind] === "") {
    await holder.setFirst(point);
    await holder.add([point]);
    return { changes: [{ field: fieldNames[kind], before: "", after: value }], what: `has ${withArticle[kind]} now.` };
  }
  const first = [holder.phone, holder.email].filter((one) => one !== "").length;
  if (known.length - first >= maxPoints)
    throw wrongValue(`There are ${maxPoints} further numbers and addresses already. Remove one first.`);
  await holder.add([point]);
  const changes = [{ field: `Further ${name}`, before: "", after: `${value} (${label})` }];
  return { changes, what: `has a further ${name}.` };
}

/** What the history says of one that is taken away. */
export function removedPoint({ kind, value, label }: NewPoint): PointChange {
  const name = pointKindNames[kind];
  const changes = [{ field: `Further ${name}`, before: `${value} (${label})`, after: "" }];
  return { changes, what: `has ${withArticle[kind]} less.` };
}

/** Makes a number or an address the first one; the one that was first becomes a further one with its label. */
export async function makePrimary(holder: PointHolder, point: NewPoint): Promise<PointChange> {
  const { kind, value } = point;
  const all = await holder.list();
  await holder.setFirst(point);
  await holder.add(all);
  return {
    changes: [{ field: fieldNames[kind], before: holder[kind], after: value }],
    what: `has another primary ${pointKindNames[kind]}.`,
  };
}

/** Gives one of them, in any spelling, another label. @throws HttpError 422 */
export async function changeLabel(holder: PointHolder, typed: string, label: NewPoint["label"]): Promise<PointChange> {
  const read = readPoint(typed);
  if ("reason" in read) throw wrongValue(read.reason);
  const known = (await holder.list()).find((one) => pointKey(one.value) === pointKey(read.value));
  const name = pointKindNames[read.kind];
  if (!known) throw wrongValue(`This ${holder.noun} does not have this ${name}.`);
  const { kind, value } = known;
  if (known.label === label) return { changes: [], what: "" };
  await holder.setLabel({ kind, value, label });
  const changes = [
    { field: `Label of ${withArticle[kind]}`, before: `${value} (${known.label})`, after: `${value} (${label})` },
  ];
  return { changes, what: `has another label for ${withArticle[kind]}.` };
}
