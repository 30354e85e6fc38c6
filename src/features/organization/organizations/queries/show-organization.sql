-- What the organization's rows show of others, where those came from elsewhere.
SELECT show_organization(:organization_id)
