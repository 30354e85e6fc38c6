-- The ids of a page of a list, sorted by a field. Forwards.
WITH page AS (
  -- @include sorted-rows
  -- @include forwards
  LIMIT :limit OFFSET :offset
)
SELECT id
FROM page
-- @include forwards
