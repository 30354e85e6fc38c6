-- Written only where it changes: engines show their silences twice a minute.
INSERT INTO unheld_silences AS kept (organization_id, connector_id, count, named)
VALUES (:organization_id, :connector_id, :count, :named)
ON CONFLICT (organization_id, connector_id) DO UPDATE SET count = excluded.count, named = excluded.named
WHERE kept.count <> excluded.count OR kept.named <> excluded.named
