-- A placeholder for a migration that is made on another branch; it goes when they are merged.
SELECT 1;
