-- What lasts of the schema in use: a server empties unlogged tables when it crashes. Partitions are in their tables, and
-- what an extension made is the extension's.
-- @result table_name: !
-- @result column_name: !
-- @result type: !
SELECT class.relname::text AS table_name, attname::text AS column_name, format_type(atttypid, atttypmod) AS type
FROM pg_class AS class
JOIN pg_attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
  AND relpersistence = 'p' AND NOT EXISTS (
    SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = class.oid AND deptype = 'e'
  )
ORDER BY class.relname, attnum
