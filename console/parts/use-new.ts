import { useNavigate, useSearch } from "@tanstack/react-router";

/** Whether the page's dialog for a new one is open, kept in the address so that a link can open it. */
export function useNew(): readonly [boolean, (open: boolean) => void] {
  const search = useSearch({ strict: false }) as { new?: string };
  const go = useNavigate();
  const set = (open: boolean) => void go({ to: ".", search: open ? { new: "yes" } : {}, replace: true });
  return [search.new !== undefined, set];
}
