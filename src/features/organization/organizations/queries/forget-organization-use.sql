DELETE FROM organization_use WHERE minute < now() - interval '1 hour'
