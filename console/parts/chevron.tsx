/** Before what folds: which way it is. */
import IconChevronRight from "@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs";

export function Chevron({ open }: { readonly open: boolean }) {
  return <IconChevronRight className="chevron" data-open={open} size={16} stroke={2} aria-hidden />;
}
