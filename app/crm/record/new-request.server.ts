import { z } from "zod";
import type { RecordKind } from "../../../rules/crm";
import { typedId, typedText } from "../../kit/typed-fields";
import { act, done, expectStatus, page } from "../../shell/page.server";
import { recordHref } from "./places";
import { fetchRecord } from "./record.server";

/** The loader of a request for a record, with the products that the viewer may see. */
export function newRequestLoader(kind: RecordKind) {
  return page(`/crm/${kind}/:index/request`, async ({ api, params }) => {
    const [record, managers, products] = await Promise.all([
      fetchRecord(api, kind, Number(params.index) || 0),
      api.crm.salesManagers({}),
      api.crm.crmProducts({}),
    ]);
    const { id, name, sales_manager } = expectStatus(record, 200);
    return {
      record: { kind, id, name },
      manager: sales_manager,
      people: managers.status === 200 ? managers.body.data.map((one) => ({ value: one.id, label: one.name })) : [],
      products:
        products.status === 200 ? products.body.data.map((one) => ({ value: String(one.id), label: one.name })) : [],
    };
  });
}

const RequestFields = z.object({
  product_id: typedId,
  name: typedText,
  quantity: typedText,
  note: typedText,
  due_on: typedText,
  user_id: typedText,
});

export function newRequestAction(kind: RecordKind) {
  return act(`/crm/${kind}/:index/request`, RequestFields, async ({ api, params, value, refuse, from }) => {
    const id = Number(params.index) || 0;
    const { product_id, quantity, due_on, user_id, ...said } = value;
    const chosen = { product_id: product_id || null, due_on: due_on || null, user_id: user_id || null };
    const body = { ...said, ...chosen, record_id: id, quantity: quantity.trim() === "" ? 1 : Number(quantity) };
    const answer = await api.crm.serviceRequest({ body });
    if (answer.status !== 201) return refuse(answer.body);
    const { user_name } = answer.body;
    return done(from, recordHref({ kind, id }), user_name ? `It is a task of ${user_name}.` : "", "Request added");
  });
}
