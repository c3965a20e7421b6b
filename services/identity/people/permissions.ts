import { permissionCategories, permissionTable } from "../../../rules/permission-table";

/** Every permission there is, with the number of its category. */
export const permissions = permissionTable.map(({ category, ...row }) => ({
  ...row,
  category,
  category_id: permissionCategories.find(({ name }) => name === category)?.id ?? 0,
}));
