import { z } from "zod";
import { listOrders } from "../../rules/list-orders";
import { type Call, DoneAnswer, id, pageSchema, paging, sortField } from "../kit/contract";

/** The four permissions about people; a single action needs its own (permissions.tsv). */
export const seePeople = { permissions: ["Create user", "Edit user", "Remove user", "View user"] } as const;
export const settingsProducts = ["Chats", "Voice", "SMS", "USSD Codes", "Value Added Services", "Payments"] as const;
const products = settingsProducts;
const see = { ...seePeople, products } as const;
const create = { permissions: ["Create user"], products } as const;
const edit = { permissions: ["Edit user"], products } as const;
const remove = { permissions: ["Remove user"], products } as const;

export const Permission = z.object({
  id: z.number().int(),
  name: z.string(),
  category: z.string(),
  category_id: z.number().int(),
  description: z.string(),
});
export type Permission = z.infer<typeof Permission>;

/** `permissions` by id in `all-permissions`; a system role is the same in every account and can't be changed. */
export const Role = z.object({
  id: z.number().int(),
  name: z.string(),
  system: z.boolean(),
  permissions: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** How many people have it, removed ones left out. */
  members: z.number().int(),
  created_at: z.string(),
});
export type Role = z.infer<typeof Role>;

/** An account number in a path: only the caller's own leads anywhere, and `own` is another word for it. */
export const accountParam = z.string().max(32);

/** Ids of permissions, in JSON as a list, in a form as `permissions=1&permissions=2`. */
export const permissionIds = z
  .preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(id).max(200))
  .default([]);

const roleName = z
  .string({ error: "Give the role a name." })
  .trim()
  .min(1, "Give the role a name.")
  .max(60, "A name has at most 60 characters.");
export const RoleForm = z.strictObject({ name: roleName, permissions: permissionIds });

const q = z.string().trim().max(100).default("").catch("");

/** A list of roles (R144). The two links are relative to the service. */
export const RolePage = pageSchema(Role).extend({
  next_page_url: z.string().nullable(),
  prev_page_url: z.string().nullable(),
});

/** Permissions, their categories, and roles. */
export const roleCalls = {
  allPermissions: {
    method: "GET",
    path: "/all-permissions",
    summary: "Every permission there is",
    needs: see,
    answers: { 200: z.object({ data: z.array(Permission) }) },
  },
  permissionCategories: {
    method: "GET",
    path: "/permission-categories",
    summary: "The categories of permissions, each with its permissions",
    needs: see,
    answers: {
      200: z.object({
        data: z.array(z.object({ id: z.number().int(), name: z.string(), permissions: z.array(Permission) })),
      }),
    },
  },
  roles: {
    method: "GET",
    path: "/{account}/custom-roles",
    summary: "The roles of the account, its own and the system's, a page at a time",
    needs: see,
    params: z.object({ account: accountParam }),
    query: z.object({
      ...paging,
      q,
      kind: z.enum(["own", "system"]).optional().catch(undefined),
      sort: sortField(listOrders.roles),
    }),
    answers: { 200: RolePage },
  },
  createRole: {
    method: "POST",
    path: "/{account}/custom-roles",
    summary: "Create a role; no one gives what they don't hold",
    needs: create,
    writes: true,
    params: z.object({ account: accountParam }),
    body: RoleForm,
    answers: { 201: Role },
  },
  role: {
    method: "GET",
    path: "/roles/{id}",
    summary: "One role with its permissions",
    needs: see,
    params: z.object({ id }),
    answers: { 200: Role },
  },
  updateRole: {
    method: "PUT",
    path: "/roles/{id}",
    summary: "Rename a role, and with `permissions` set exactly what it holds",
    needs: edit,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({ name: roleName.optional(), permissions: z.array(id).max(200).optional() }),
    answers: { 201: Role },
  },
  deleteRole: {
    method: "DELETE",
    path: "/roles/{id}",
    summary: "Delete a role that no one has",
    needs: remove,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
  addRolePermissions: {
    method: "POST",
    path: "/{roleId}/permissions",
    summary: "Add permissions to a role",
    needs: edit,
    writes: true,
    params: z.object({ roleId: id }),
    body: z.strictObject({ permissions: permissionIds }),
    answers: { 201: Role },
  },
  removeRolePermission: {
    method: "DELETE",
    path: "/{roleId}/permissions/{id}",
    summary: "Take one permission out of a role",
    needs: edit,
    writes: true,
    params: z.object({ roleId: id, id }),
    answers: { 201: Role },
  },
} as const satisfies Record<string, Call>;
