// /notAllowed - which permission or product is missing, and what to do (R034, Q010)
import { useLoaderData } from "@remix-run/react";
import { productNames } from "../../rules/product-names";
import { mayOpen, missingAccess } from "../access";
import { href } from "../href";
import { titled } from "../kit/title";
import { NotAllowed } from "../shell/not-allowed";
import { page } from "../shell/page.server";
import { allRoutes, type RouteDefinition, routeFor } from "../sitemap";

export const meta = titled("Not allowed");

export const loader = page("/notAllowed", async ({ viewer, url }) => {
  const asked = allRoutes.find((line) => line.path === url.searchParams.get("page"));
  const lack = asked ? missingAccess(viewer, asked) : undefined;
  return {
    page: asked && lack ? nameOf(asked) : null,
    permissions: [...(lack?.permissions ?? [])],
    products: productNames(lack?.products ?? []),
    own: lack?.own === true,
    role: viewer.roles[0]?.name ?? null,
    // Whoever may pay for a plan may choose one.
    plans: lack?.products ? mayOpen(viewer, routeFor("/subscribe/payment/:id")) : false,
  };
});

/** "History in SMS": several modules have a page of that name. */
function nameOf({ path, label }: RouteDefinition): string | null {
  const module = allRoutes.find((line) => line.path === `/${path.split("/")[1]}`);
  return label && module?.label && module.path !== path ? `${label} in ${module.label}` : (label ?? null);
}

export default function NotAllowedPage() {
  const { page: name, permissions, products, own, role, plans } = useLoaderData<typeof loader>();
  return (
    <NotAllowed
      permissions={permissions}
      products={products}
      own={own}
      {...(name ? { page: name } : {})}
      {...(role ? { role } : {})}
      {...(plans ? { plans: href("/subscribe") } : {})}
    />
  );
}
