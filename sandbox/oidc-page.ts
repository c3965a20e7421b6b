import { html } from "hono/html";
import { brand } from "../rules/brand";
import type { Html } from "./frame";

/** Stands under a port of its own, as another company's page would. */
export function signInPage(): Html {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>Sign in with Sandbox ID</title><link rel="stylesheet" href="/style.css" /></head><body><header>Sandbox ID</header><main>
    <h1>Sign in with Sandbox ID</h1>
    <p>An OpenID Connect provider for trying things out. It believes everybody: say who you are.</p>
    <form method="post">
      <label for="email">Email address</label><input id="email" name="email" type="email" autocomplete="off" />
      <label for="name">Name</label><input id="name" name="name" autocomplete="off" />
      <label class="tick"><input type="checkbox" name="give" value="yes" checked /> Tell ${brand.name} my email address</label>
      <button name="do" value="sign in">Continue</button>
      <button name="do" value="cancel" formnovalidate>Cancel</button>
    </form></main></body></html>`;
}
