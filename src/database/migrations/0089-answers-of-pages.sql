-- @back 80: pages that went on to nobody are not shown, and whoever removed one of two devices can still answer from it

-- Who had it has left, and nobody is on call after them.
ALTER TABLE pages DROP CONSTRAINT pages_outcome_check;
ALTER TABLE pages ADD CONSTRAINT pages_outcome_check
  CHECK (outcome IN ('acknowledged', 'ended', 'passed_on', 'handed_over', 'nobody'));

-- The way that brought it: it ends with that way. Null where a program of before made it.
ALTER TABLE page_tokens ADD COLUMN way_id text COLLATE "C";
-- Programs of before still write it. Which answer counts is decided by who closes the page.
COMMENT ON COLUMN page_tokens.used_at IS 'not read any more';
