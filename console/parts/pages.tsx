/** The pages of a long list. */
import { Pagination, type PaginationProps } from "@mantine/core";
import * as texts from "./texts.ts";

interface PagesProps extends Pick<PaginationProps, "size" | "gap" | "withEdges"> {
  readonly pages: number;
  readonly page: number;
  readonly show: (page: number) => void;
}

export function Pages({ pages, page, show, ...look }: PagesProps) {
  if (pages < 2) return null;
  return (
    <Pagination
      mt="md"
      {...look}
      total={pages}
      value={page}
      onChange={show}
      getControlProps={(control) => ({ "aria-label": `${control} page` })}
      getItemProps={(number) => ({ "aria-label": texts.page(number) })}
    />
  );
}
