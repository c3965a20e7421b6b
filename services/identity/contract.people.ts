import { z } from "zod";
import { products as productNames } from "../../rules/access";
import { listOrders } from "../../rules/list-orders";
import { memberStates } from "../../rules/member-states";
import { type Call, DoneAnswer, id, pageSchema, paging, sortField } from "../kit/contract";
import { ownAccountCalls } from "./contract.own-account";
import { accountParam, Permission, permissionIds, seePeople, settingsProducts } from "./contract.roles";

const products = settingsProducts;
const see = { ...seePeople, products } as const;
const create = { permissions: ["Create user"], products } as const;
const edit = { permissions: ["Edit user"], products } as const;
const remove = { permissions: ["Remove user"], products } as const;

/** Somebody of the account, as a colleague may know them. */
export const Colleague = z.object({
  id: z.number().int(),
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  profile_url: z.string(),
  user_group: z.string(),
  role: z.string(),
});
export type Colleague = z.infer<typeof Colleague>;

/** A team member (spec 2 §3): `permissions` are the person's own, beside those of the role. */
export const Member = Colleague.extend({
  phone: z.string(),
  role_id: z.number().int().nullable(),
  group_name: z.string(),
  state: z.enum(memberStates),
  permissions: z.array(z.string()),
  modules_off: z.array(z.string()),
  created_at: z.string(),
  invited_at: z.string().nullable(),
  invited_by: z.string(),
  removed_at: z.string().nullable(),
  /** Sign-ins that are open now. */
  sessions: z.number().int(),
  /** Whether signing in needs a code of their authenticator app. */
  two_factor: z.boolean(),
  /** The only owner who can sign in: can't be removed or get another role. */
  last_owner: z.boolean(),
});
export type Member = z.infer<typeof Member>;

/** A permission as one person holds it. */
export const HeldPermission = Permission.extend({ by: z.enum(["role", "person"]) });

/** A switch per product (Q040): off hides it from this person, whatever they may. */
export const Module = z.object({ name: z.string(), on: z.boolean() });

export const Team = z.object({ id: z.number().int(), name: z.string(), members: z.number().int() });
export type Team = z.infer<typeof Team>;

const text = (most: number, need?: string) => {
  const base = z.string(need ? { error: need } : undefined).trim();
  return (need ? base.min(1, need) : base).max(most, `At most ${most} characters.`);
};
const personName = text(120, "Enter the person's name.");
const phone = text(40).default("");
const team = z.coerce.number({ error: "Choose a team." }).int().positive().max(1_000_000);
const roleId = z.coerce.number({ error: "Choose a role." }).int("Choose a role.").positive("Choose a role.");

export const InviteForm = z.strictObject({
  name: personName,
  email: z
    .string({ error: "Enter an email address." })
    .trim()
    .toLowerCase()
    .max(254, "This address is too long.")
    .pipe(z.email("This is not an email address.")),
  phone,
  role_id: roleId,
  user_group: team.default(1),
});

export const MemberForm = z.strictObject({
  name: personName.optional(),
  phone: phone.optional(),
  role_id: roleId.nullable().optional(),
  user_group: team.optional(),
});

export const teamName = text(60, "Give the team a name.");
const q = z.string().trim().max(100).default("").catch("");
const uuid = z.uuid();
const group = z.string().max(32);

/** Members of the account: the documented calls, and after them our own (reading, removing, teams, services). */
export const peopleCalls = {
  allMembers: {
    delegated: true,
    method: "GET",
    path: "/all-account-members/{account}/{group}",
    summary: "Everyone of a team who can sign in, for choosing one; group `all` is every team",
    params: z.object({ account: accountParam, group }),
    answers: { 200: z.object({ data: z.array(Colleague) }) },
  },
  members: {
    method: "GET",
    path: "/account-members/{account}/{group}/",
    summary: "The members of a team, a page at a time; group `all` is every team",
    needs: see,
    params: z.object({ account: accountParam, group }),
    query: z.object({
      ...paging,
      sort: sortField(listOrders.members),
      email: z.string().trim().max(254).default("").catch(""),
      q,
      role: id.optional().catch(undefined),
      state: z.enum(memberStates).optional().catch(undefined),
    }),
    answers: { 200: pageSchema(Member) },
  },
  inviteMember: {
    method: "POST",
    path: "/members",
    summary: "Add a person and mail them an invitation",
    needs: create,
    writes: true,
    body: InviteForm,
    answers: { 201: Member.extend({ message: z.string() }) },
  },
  assignPermissions: {
    method: "POST",
    path: "/user/{email}/assignPermissions",
    summary: "Give a person permissions of their own; with `replace` exactly these",
    needs: edit,
    writes: true,
    params: z.object({ email: z.string().max(254) }),
    body: z.strictObject({
      permissions: permissionIds,
      replace: z.preprocess((value) => (value === "true" || value === "on" ? true : value), z.boolean()).default(false),
    }),
    answers: { 201: Member },
  },
  assignPermission: {
    method: "POST",
    path: "/user/{uuid}/assignPermission",
    summary: "Give a person one permission of their own",
    needs: edit,
    writes: true,
    params: z.object({ uuid }),
    body: z.strictObject({ permission: id }),
    answers: { 201: Member },
  },
  revokePermission: {
    method: "GET",
    path: "/user/{uuid}/{x}/destroy",
    summary: "Take one permission of their own from a person; x is the permission's id",
    needs: edit,
    writes: true,
    params: z.object({ uuid, x: id }),
    answers: { 201: Member },
  },
  permissionsOf: {
    method: "GET",
    path: "/user/{uuid}/permissions",
    summary: "What a person holds, by role or by themselves",
    needs: see,
    params: z.object({ uuid }),
    answers: { 200: z.object({ data: z.array(HeldPermission) }) },
  },
  modules: {
    method: "GET",
    path: "/modules",
    summary: "The account's products with the switches of one person (`user_id`, oneself without)",
    needs: see,
    query: z.object({ user_id: id.optional() }),
    answers: { 200: z.object({ data: z.array(Module) }) },
  },
  setModules: {
    method: "POST",
    path: "/modules",
    summary: "Switch products on and off for one person; those not named stay as they are",
    needs: edit,
    writes: true,
    body: z.strictObject({ user_id: id, modules: z.partialRecord(z.enum(productNames), z.boolean()) }),
    answers: { 201: z.object({ data: z.array(Module) }) },
  },
  updateMember: {
    method: "PUT",
    path: "/users/{id}",
    summary: "Change a person's name, phone, role or team",
    needs: edit,
    writes: true,
    params: z.object({ id }),
    body: MemberForm,
    answers: { 201: Member },
  },
  member: {
    method: "GET",
    path: "/users/{id}",
    summary: "One member",
    needs: see,
    params: z.object({ id }),
    answers: { 200: Member },
  },
  removeMember: {
    method: "DELETE",
    path: "/users/{id}",
    summary: "Remove a person: their sessions end at once, their history stays, nothing is reassigned",
    needs: remove,
    writes: true,
    whileSuspended: true,
    params: z.object({ id }),
    answers: { 201: Member },
  },
  restoreMember: {
    method: "POST",
    path: "/users/{id}/restore",
    summary: "Bring a removed person back with the role they had",
    needs: remove,
    writes: true,
    params: z.object({ id }),
    answers: { 201: Member },
  },
  dropMemberFactor: {
    method: "POST",
    path: "/users/{id}/two-factor/off",
    summary: "Turn off two-factor sign-in for a person who lost their phone and recovery codes; they are told by email",
    needs: edit,
    writes: true,
    params: z.object({ id }),
    answers: { 201: Member },
  },
  inviteAgain: {
    method: "POST",
    path: "/users/{id}/invite",
    summary: "Resend invitation; the one before stops working",
    needs: create,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
  teams: {
    delegated: true,
    method: "GET",
    path: "/user-groups",
    summary: "The teams of the account",
    answers: { 200: z.object({ data: z.array(Team) }) },
  },
  createTeam: {
    method: "POST",
    path: "/user-groups",
    summary: "Add a team",
    needs: create,
    writes: true,
    body: z.strictObject({ name: teamName }),
    answers: { 201: Team },
  },
  renameTeam: {
    method: "PUT",
    path: "/user-groups/{id}",
    summary: "Rename a team",
    needs: edit,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({ name: teamName }),
    answers: { 201: Team },
  },
  deleteTeam: {
    method: "DELETE",
    path: "/user-groups/{id}",
    summary: "Delete a team that no one is in",
    needs: remove,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
  ...ownAccountCalls,
} as const satisfies Record<string, Call>;
