-- With their indexes. Partitions and tables next to each other count together.
-- @result rows, audit, alerts: !
SELECT (pg_total_relation_size('rows') + pg_total_relation_size('row_references'))::double precision AS rows,
  (pg_total_relation_size('audit_records') + pg_total_relation_size('audit_seals'))::double precision AS audit,
  (pg_total_relation_size('alerts') + pg_total_relation_size('alert_routings'))::double precision AS alerts
