-- Whether a page is open though nobody has to do anything about it any more.
SELECT page.id
-- @include settled
LIMIT 1
