import { z } from "zod";
import { GroupForm } from "../../../services/messaging/contract.contacts";

/** An empty field arrives as nothing at all: it gets the words for an empty name. */
const name = z.string({ error: "Give the group a name." }).pipe(GroupForm.shape.name);

/** The contract's form for people. */
export const NewGroupForm = GroupForm.extend({ name });
export const RenameForm = z.strictObject({ name });
