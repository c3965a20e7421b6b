import type { Plugin } from "vite";

export function pageProgram(): Plugin;
