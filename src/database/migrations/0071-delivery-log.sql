-- What a message was answered at its last try; null where nobody answered, or it went by mail.
ALTER TABLE deliveries ADD COLUMN answer_status integer;

-- The messages of one change notification, whose id their source ends with.
CREATE INDEX deliveries_of_notification ON deliveries (organization_id, split_part(source, '/', 3), ordinal)
WHERE split_part(source, '/', 1) IN ('change', 'plan');
