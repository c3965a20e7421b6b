// /chat/channels/webchat/faqs - what visitors often ask, by category
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { CircleHelp, FolderPlus, Pencil, Plus, Trash2 } from "lucide-react";
import { shorten } from "../../rules/format";
import type { Category, Faq } from "../../services/webchat/contract.schemas";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { RowMenu } from "../kit/ui/row-menu";
import { Status } from "../kit/ui/status";
import { type Column, RowLink, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";

const path = "/chat/channels/webchat/faqs";
const languageNames = { en: "English", sw: "Swahili" } as const;

export const meta = titled("FAQs");

export const loader = page(path, async ({ api, url }) => {
  const q = (url.searchParams.get("q") ?? "").slice(0, 200);
  const [categories, found] = await Promise.all([api.webchat.faqCategories({}), api.webchat.faqs({ query: { q } })]);
  const shown = new Set(expectStatus(found, 200).data.map(({ id }) => id));
  const all = expectStatus(categories, 200).data;
  const kept = q === "" ? all : all.map((one) => ({ ...one, faqs: one.faqs.filter(({ id }) => shown.has(id)) }));
  return { categories: q === "" ? kept : kept.filter(({ faqs }) => faqs.length > 0), q, none: all.length === 0 };
});

const columns: Column<Faq>[] = [
  {
    name: "question",
    label: "Question",
    wide: true,
    mobileOrder: 1,
    cell: ({ id, question }) => (
      <RowLink to={href("/chat/channels/webchat/faqs/:id", { id: String(id) })}>{shorten(question, 90)}</RowLink>
    ),
  },
  { name: "language", label: "Language", mobileOrder: 3, cell: ({ language }) => languageNames[language] },
  {
    name: "state",
    label: "State",
    alignEnd: true,
    mobileOrder: 2,
    cell: ({ published }) => <Status kind={published ? "good" : "none"}>{published ? "Published" : "Draft"}</Status>,
  },
  { name: "views", label: "Opened", align: "right", hideOnSmall: true, cell: ({ views }) => views },
  { name: "helped", label: "Helped", align: "right", hideOnSmall: true, cell: ({ helped }) => helped },
];

function CategoryCard({ category }: { category: Category }) {
  const { id, name, faqs } = category;
  const add = href("/chat/channels/webchat/faqs/add_faq", undefined, { category: String(id) });
  return (
    <Card label={name} className="mb-4">
      <CardHead title={name}>
        <RowMenu label={`Actions for ${name}`}>
          <Link to={add}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            Add a question
          </Link>
          <Link to={href("/chat/channels/webchat/faqs/categories/:id", { id: String(id) })}>
            <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
            Rename
          </Link>
          <Link className="bad" to={href("/chat/channels/webchat/faqs/categories/:id/delete", { id: String(id) })}>
            <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
            Delete
          </Link>
        </RowMenu>
      </CardHead>
      {faqs.length === 0 ? (
        <p className="px-5 py-4 text-quiet">
          No question yet.{" "}
          <Link className="link" to={add}>
            Add one
          </Link>
        </p>
      ) : (
        <Table
          label={name}
          columns={columns}
          rows={faqs}
          id={(faq) => String(faq.id)}
          action={(faq) => (
            <RowMenu label={`Actions for ${shorten(faq.question, 40)}`}>
              <Link to={href("/chat/channels/webchat/faqs/:id", { id: String(faq.id) })}>
                <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
                Change
              </Link>
              <Link className="bad" to={href("/chat/channels/webchat/faqs/:id/delete", { id: String(faq.id) })}>
                <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
                Delete
              </Link>
            </RowMenu>
          )}
        />
      )}
    </Card>
  );
}

export default function Faqs() {
  const { categories, q, none } = useLoaderData<typeof loader>();
  const location = useLocation();
  return (
    <>
      <PageHeader
        title="FAQs"
        text="Shown in the web chat before a chat starts, the most helpful first."
        back={{ label: "Web chat", to: href("/chat/channels/webchat") }}
        actions={
          <>
            <LinkButton to={href("/chat/channels/webchat/faqs/add_category")} icon={FolderPlus} preventScrollReset>
              Add category
            </LinkButton>
            <LinkButton
              to={href("/chat/channels/webchat/faqs/add_faq")}
              variant="primary"
              icon={Plus}
              preventScrollReset
              {...(none ? { disabledReason: "Add a category first." } : {})}
            >
              Add FAQ
            </LinkButton>
          </>
        }
      />
      {!none && (
        <Filters
          params={[...new URLSearchParams(location.search)]}
          search={{ name: "q", label: "Question or answer", value: q }}
          chips={q ? [{ label: "Search", value: q, remove: href(path) }] : []}
          clear={href(path)}
          fields={[]}
        />
      )}
      {categories.map((category) => (
        <CategoryCard key={category.id} category={category} />
      ))}
      {categories.length === 0 && (
        <Card label="FAQs">
          <EmptyState
            icon={CircleHelp}
            kind={none ? "empty" : "filtered"}
            title={none ? "No questions yet" : "No questions found"}
            text={
              none
                ? "Add the answers your agents give most often, so that many visitors do not need a chat."
                : "No question or answer matches your search."
            }
            actions={
              none ? (
                <LinkButton to={href("/chat/channels/webchat/faqs/add_category")} variant="primary" icon={FolderPlus}>
                  Add a category
                </LinkButton>
              ) : (
                <LinkButton to={href(path)}>Clear the search</LinkButton>
              )
            }
          />
        </Card>
      )}
      <Outlet />
    </>
  );
}
