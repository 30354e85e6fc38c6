-- @result from_table: !
-- @result to_table: !
SELECT DISTINCT source.relname::text AS from_table, target.relname::text AS to_table
FROM pg_constraint
JOIN pg_class AS source ON source.oid = conrelid
JOIN pg_class AS target ON target.oid = confrelid
WHERE contype = 'f' AND conrelid <> confrelid AND source.relnamespace = current_schema()::regnamespace
