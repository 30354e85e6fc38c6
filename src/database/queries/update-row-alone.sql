-- update-row.sql for a row that goes on pointing where it pointed.
WITH changed AS (
-- @include update-of-row
),
-- @include audited-change
