//! Files that survive: a run writes its games in numbered parts, each complete or absent, and joins them at the end.
//!
//! A part is a folder `parts/<first>-<end>` with the three tables of the games from `first` up to `end`. It is written
//! under a temporary name, synced and renamed, so a killed run keeps every finished part. How many games fall into a
//! part depends on time; the joined tables do not, because they are cut anew into fixed batches and row groups.

use std::fs::{self, File};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use arrow::array::RecordBatch;
use arrow::compute::concat_batches;
use arrow::datatypes::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::{ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use rayon::prelude::*;

use crate::record::{Columns, Kind, Row};

/// Rows handed to an encoder at once, and rows of a row group: fixed, so that the same rows give the same bytes.
const BATCH: usize = 4096;
const ROW_GROUP: usize = 16 * BATCH;

/// Where a run keeps its parts.
#[derive(Clone, Debug)]
pub struct Recorder {
    folder: PathBuf,
    columns: Columns,
}

impl Recorder {
    pub fn new(folder: &Path, columns: Columns) -> Self {
        Recorder { folder: folder.into(), columns }
    }

    fn parts(&self) -> PathBuf {
        self.folder.join("parts")
    }

    /// Removes what an interrupted writer left behind and says which games are already there, from `from` on.
    pub fn recover(&self, from: u64) -> Result<u64> {
        let parts = self.parts();
        if !parts.is_dir() {
            return Ok(from);
        }
        for entry in fs::read_dir(&parts).with_context(|| cannot("read", &parts))? {
            let path = entry.with_context(|| cannot("read", &parts))?.path();
            if path.extension().is_some_and(|extension| extension == "tmp") {
                fs::remove_dir_all(&path).with_context(|| cannot("remove", &path))?;
            }
        }
        let mut next = from;
        for (range, path) in self.finished_parts()? {
            if range.start != next {
                bail!(
                    "{} begins with game {} but game {next} is missing; move the folder away and run again",
                    path.display(),
                    range.start
                );
            }
            next = range.end;
        }
        Ok(next)
    }

    /// The parts in game order.
    fn finished_parts(&self) -> Result<Vec<(Range<u64>, PathBuf)>> {
        let parts = self.parts();
        let mut found = Vec::new();
        for entry in fs::read_dir(&parts).with_context(|| cannot("read", &parts))? {
            let path = entry.with_context(|| cannot("read", &parts))?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let ends = name.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
            if let Some((start, end)) = ends {
                found.push((start..end, path));
            }
        }
        found.sort_by_key(|(range, _)| range.start);
        Ok(found)
    }

    /// Writes consecutive games as one part: either all of it is there afterwards or nothing.
    pub fn write_part(&self, rows: &[Row]) -> Result<()> {
        let Some(first) = rows.first().map(|row| row.fixture.index) else { return Ok(()) };
        let parts = self.parts();
        let end = first + rows.len() as u64;
        let target = parts.join(format!("{first:012}-{end:012}"));
        let temporary = target.with_extension("tmp");
        fs::create_dir_all(&temporary).with_context(|| cannot("create", &temporary))?;
        for kind in Kind::ALL {
            let batch = self.columns.batch(kind, rows);
            let mut table = TableWriter::create(&temporary.join(kind.file_name()), batch.schema())?;
            table.write(batch)?;
            table.finish()?;
        }
        sync(&temporary)?;
        fs::rename(&temporary, &target).with_context(|| cannot("rename", &temporary))?;
        sync(&parts)
    }

    /// Joins the parts into the run's three tables, each replaced as a whole.
    pub fn join(&self) -> Result<()> {
        let parts = if self.parts().is_dir() { self.finished_parts()? } else { Vec::new() };
        let folders: Vec<&Path> = parts.iter().map(|(_, path)| path.as_path()).collect();
        // The tables have nothing in common: side by side, the tail of a run on two threads is half as long.
        Kind::ALL
            .into_par_iter()
            .try_for_each(|kind| join_tables(&folders, &self.folder, kind, self.columns.schema(kind)))?;
        sync(&self.folder)
    }

    /// Removes the parts once they are joined.
    pub fn remove_parts(&self) -> Result<()> {
        let parts = self.parts();
        if parts.is_dir() {
            fs::remove_dir_all(&parts).with_context(|| cannot("remove", &parts))?;
        }
        Ok(())
    }
}

/// Copies a table from several folders into one, in their order, through a temporary name.
pub fn join_tables(from: &[&Path], to: &Path, kind: Kind, schema: SchemaRef) -> Result<()> {
    let target = to.join(kind.file_name());
    let temporary = target.with_extension("parquet.tmp");
    let mut table = TableWriter::create(&temporary, schema)?;
    for folder in from {
        let path = folder.join(kind.file_name());
        let damaged = || format!("{} is damaged; remove its folder and run with --resume", path.display());
        let file = File::open(&path).with_context(|| cannot("open", &path))?;
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).with_context(damaged)?;
        for batch in reader.with_batch_size(BATCH).build().with_context(damaged)? {
            table.write(batch.with_context(damaged)?)?;
        }
    }
    table.finish()?;
    fs::rename(&temporary, &target).with_context(|| cannot("rename", &temporary))
}

/// Writes a table in row groups of one fixed size, however the rows arrive, each column of a group on its own thread.
struct TableWriter {
    path: PathBuf,
    file: SerializedFileWriter<File>,
    encoders: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    waiting: Vec<RecordBatch>,
    waiting_rows: usize,
    groups: usize,
}

impl TableWriter {
    fn create(path: &Path, schema: SchemaRef) -> Result<Self> {
        let file = File::create(path).with_context(|| cannot("create", path))?;
        let level = ZstdLevel::try_new(3).expect("3 is a level of zstd");
        let mut properties = WriterProperties::builder().set_compression(Compression::ZSTD(level));
        // Values that hardly repeat gain nothing from a dictionary.
        for column in ["index", "seed", "actions", "wall_us"] {
            properties = properties.set_column_dictionary_enabled(ColumnPath::from(column), false);
        }
        let (file, encoders) = ArrowWriter::try_new(file, schema.clone(), Some(properties.build()))
            .and_then(ArrowWriter::into_serialized_writer)
            .with_context(|| cannot("write", path))?;
        Ok(TableWriter {
            path: path.into(),
            file,
            encoders,
            schema,
            waiting: Vec::new(),
            waiting_rows: 0,
            groups: 0,
        })
    }

    fn write(&mut self, batch: RecordBatch) -> Result<()> {
        self.waiting_rows += batch.num_rows();
        self.waiting.push(batch);
        if self.waiting_rows >= ROW_GROUP { self.flush(false) } else { Ok(()) }
    }

    /// Writes the row groups that are full, or all rows.
    fn flush(&mut self, all: bool) -> Result<()> {
        let joined = concat_batches(&self.schema, &self.waiting)
            .with_context(|| format!("{}: the parts have different columns", self.path.display()))?;
        self.waiting.clear();
        let mut from = 0;
        while from < joined.num_rows() {
            let count = ROW_GROUP.min(joined.num_rows() - from);
            if count < ROW_GROUP && !all {
                self.waiting.push(joined.slice(from, count));
                break;
            }
            self.write_group(&joined.slice(from, count)).with_context(|| cannot("write", &self.path))?;
            from += count;
        }
        self.waiting_rows = joined.num_rows() - from;
        Ok(())
    }

    fn write_group(&mut self, rows: &RecordBatch) -> parquet::errors::Result<()> {
        // Every column is a plain one, so it has one encoder.
        let encoders = self.encoders.create_column_writers(self.groups)?;
        self.groups += 1;
        let chunks: Vec<_> = encoders
            .into_par_iter()
            .zip(rows.columns())
            .zip(&self.schema.fields()[..])
            .map(|((mut encoder, column), field)| {
                for from in (0..column.len()).step_by(BATCH) {
                    let values = column.slice(from, BATCH.min(column.len() - from));
                    for leaf in compute_leaves(field, &values)? {
                        encoder.write(&leaf)?;
                    }
                }
                encoder.close()
            })
            .collect::<parquet::errors::Result<_>>()?;
        let mut group = self.file.next_row_group()?;
        for chunk in chunks {
            chunk.append_to_row_group(&mut group)?;
        }
        group.close().map(|_| ())
    }

    fn finish(mut self) -> Result<()> {
        self.flush(true)?;
        let file = self.file.into_inner().with_context(|| cannot("write", &self.path))?;
        file.sync_all().with_context(|| cannot("write", &self.path))
    }
}

/// Makes sure that a folder's list of names is on the disk.
fn sync(folder: &Path) -> Result<()> {
    File::open(folder).and_then(|folder| folder.sync_all()).with_context(|| cannot("sync", folder))
}

pub(crate) fn cannot(verb: &str, path: &Path) -> String {
    format!("cannot {verb} {}", path.display())
}
