-- @param domain: nullable
UPDATE status_pages SET domain = :domain WHERE organization_id = :organization_id
