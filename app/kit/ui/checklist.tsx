import { ArrowRight, CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "./button";
import { Link } from "./link";
import { Bar } from "./progress";

export type Task = { label: string; to: string; done: boolean; optional?: boolean };

type ChecklistProps = {
  title: string;
  groups: readonly { name: string; steps: readonly Task[] }[];
  /** The next thing to do, on top. */
  next?: Task | undefined;
  /** A form that puts the list away. */
  close?: ReactNode;
};

function Step({ task, next }: { task: Task; next: boolean }) {
  const Icon = task.done ? CircleCheck : CircleDashed;
  return (
    <li className="flex min-h-8 items-center gap-2.5 text-sm max-md:min-h-10">
      <Icon
        size={16}
        strokeWidth={1.75}
        className={`shrink-0 ${task.done ? "text-good" : "text-brand"}`}
        aria-hidden="true"
      />
      {task.done ? (
        <span className="text-quiet">
          {task.label}
          <span className="sr-only">, done</span>
        </span>
      ) : (
        <span>
          <Link className={next ? "link" : "hover:underline"} to={task.to}>
            {task.label}
          </Link>
          {task.optional && <span className="text-quiet"> (optional)</span>}
        </span>
      )}
    </li>
  );
}

/** The first run: what is done of each product, and the next thing to do. */
export function Checklist({ title, groups, next, close }: ChecklistProps) {
  const tasks = groups.flatMap(({ steps }) => steps);
  const done = tasks.filter((task) => task.done).length;
  return (
    <section className="card" aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
        <h2 className="font-semibold">{title}</h2>
        {next && (
          <LinkButton to={next.to} variant="primary" icon={ArrowRight}>
            {`Next: ${next.label}`}
          </LinkButton>
        )}
        <div className="flex items-center gap-3 max-md:w-full md:ml-auto">
          <span className="num text-sm whitespace-nowrap text-quiet">
            {done} of {tasks.length} done
          </span>
          <Bar value={done} max={tasks.length} label={title} className="h-1.5! max-md:flex-1 md:w-28!" />
          {close}
        </div>
      </div>
      <div className="grid gap-x-6 gap-y-3 border-t border-line px-4 py-3 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {groups.map(({ name, steps }) => (
          <section key={name} aria-label={name}>
            <h3 className="mb-1 text-xs font-medium text-quiet">{name}</h3>
            <ol>
              {steps.map((task) => (
                <Step key={task.label} task={task} next={task === next} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}
