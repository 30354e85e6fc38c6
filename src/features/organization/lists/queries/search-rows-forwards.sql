-- The ids of the rows of a list that a search finds, and how many they are. Forwards: in the order of their keys where no field says otherwise.
-- @result total: !
-- @include found-rows
, page AS (
  SELECT * FROM found
  -- @include forwards
  LIMIT :limit OFFSET :offset
)
SELECT id, (SELECT count(*)::integer FROM found) AS total
FROM page
-- @include forwards
