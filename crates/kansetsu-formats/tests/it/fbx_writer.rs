//! An FBX writer for tests: one tree of records as text, or as bytes of any version and byte order.

/// A value of a record.
#[derive(Clone)]
pub(crate) enum Value {
    Integer(i64),
    Float(f64),
    Text(String),
    /// A bare word in a text file, its letter in a binary one.
    Word(&'static str),
    Floats(Vec<f64>),
    Integers(Vec<i64>),
}

/// A name, values and records below.
#[derive(Clone)]
pub(crate) struct Record {
    name: &'static str,
    values: Vec<Value>,
    pub(crate) children: Vec<Self>,
}

impl Record {
    /// The record with another name, without one of its values.
    pub(crate) fn renamed_without(&self, name: &'static str, value: usize) -> Self {
        let mut renamed = Self { name, ..self.clone() };
        renamed.values.remove(value);
        renamed
    }
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Text(u32),
    Binary(u32),
    BigEndian(u32),
}

impl Form {
    pub(crate) const ALL: [Self; 7] = [
        Self::Text(7300),
        Self::Text(7700),
        Self::Binary(7100),
        Self::Binary(7400),
        Self::Binary(7500),
        Self::Binary(7700),
        Self::BigEndian(7500),
    ];

    pub(crate) const fn version(self) -> u32 {
        let (Self::Text(version) | Self::Binary(version) | Self::BigEndian(version)) = self;
        version
    }
}

pub(crate) fn record(name: &'static str, values: Vec<Value>, children: Vec<Record>) -> Record {
    Record { name, values, children }
}

/// The whole file.
pub(crate) fn write(form: Form, records: &[Record]) -> Vec<u8> {
    match form {
        Form::Text(version) => {
            let mut text = format!(
                "; FBX {}.{}.0 project file\n; made by a test\n\n",
                version / 1000,
                version / 100 % 10
            );
            records.iter().for_each(|record| as_text(record, 0, &mut text));
            text.into_bytes()
        }
        Form::Binary(version) | Form::BigEndian(version) => {
            let is_big = matches!(form, Form::BigEndian(_));
            let mut file = Binary {
                bytes: b"Kaydara FBX Binary  \0\x1a".to_vec(),
                is_big,
                is_wide: version >= 7500,
            };
            file.bytes.push(u8::from(is_big));
            file.number(u64::from(version), 4);
            records.iter().for_each(|record| file.record(record));
            file.end();
            file.bytes
        }
    }
}

fn as_text(record: &Record, depth: usize, text: &mut String) {
    let tabs = "\t".repeat(depth);
    text.push_str(&format!("{tabs}{}: ", record.name));
    let list = |numbers: &[String]| {
        format!("*{} {{\n{tabs}\ta: {}\n{tabs}}}", numbers.len(), numbers.join(","))
    };
    let values = record.values.iter().map(|value| match value {
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Text(string) => format!("\"{string}\""),
        Value::Word(word) => (*word).to_owned(),
        Value::Floats(numbers) => list(&numbers.iter().map(f64::to_string).collect::<Vec<_>>()),
        Value::Integers(numbers) => list(&numbers.iter().map(i64::to_string).collect::<Vec<_>>()),
    });
    text.push_str(&values.collect::<Vec<_>>().join(", "));
    if !record.children.is_empty() {
        text.push_str(" {\n");
        record.children.iter().for_each(|child| as_text(child, depth + 1, text));
        text.push_str(&format!("{tabs}}}"));
    }
    text.push('\n');
}

struct Binary {
    bytes: Vec<u8>,
    is_big: bool,
    is_wide: bool,
}

impl Binary {
    fn number(&mut self, number: u64, length: usize) {
        let bytes = self.packed(number, length);
        self.bytes.extend(bytes);
    }

    fn packed(&self, number: u64, length: usize) -> Vec<u8> {
        let mut bytes = number.to_le_bytes()[..length].to_vec();
        if self.is_big {
            bytes.reverse();
        }
        bytes
    }

    fn head(&self) -> usize {
        if self.is_wide { 8 } else { 4 }
    }

    /// The end of a list of records.
    fn end(&mut self) {
        self.bytes.extend(vec![0; 3 * self.head() + 1]);
    }

    fn record(&mut self, record: &Record) {
        let (start, head) = (self.bytes.len(), self.head());
        self.bytes.extend(vec![0; 3 * head]);
        self.bytes.push(record.name.len() as u8);
        self.bytes.extend(record.name.as_bytes());
        let before = self.bytes.len();
        record.values.iter().for_each(|value| self.value(value));
        let length = self.bytes.len() - before;
        record.children.iter().for_each(|child| self.record(child));
        if !record.children.is_empty() {
            self.end();
        }
        let numbers = [self.bytes.len(), record.values.len(), length]
            .map(|number| self.packed(number as u64, head));
        self.bytes[start..start + 3 * head].copy_from_slice(&numbers.concat());
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Integer(number) => {
                self.bytes.push(b'L');
                self.number(number.cast_unsigned(), 8);
            }
            Value::Float(number) => {
                self.bytes.push(b'D');
                self.number(number.to_bits(), 8);
            }
            Value::Text(text) => {
                // A binary file has the name first, then the kind.
                let text = text
                    .split_once("::")
                    .map_or_else(|| text.clone(), |(kind, name)| format!("{name}\0\u{1}{kind}"));
                self.bytes.push(b'S');
                self.number(text.len() as u64, 4);
                self.bytes.extend(text.as_bytes());
            }
            Value::Word(word) => self.bytes.extend([b'C', word.as_bytes()[0]]),
            Value::Floats(numbers) => {
                self.array(b'd', &numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>())
            }
            Value::Integers(numbers) => self.array(
                b'l',
                &numbers.iter().map(|number| number.cast_unsigned()).collect::<Vec<_>>(),
            ),
        }
    }

    /// Every second array is compressed, the others are not.
    fn array(&mut self, kind: u8, numbers: &[u64]) {
        let bytes: Vec<u8> = numbers.iter().flat_map(|&number| self.packed(number, 8)).collect();
        let is_packed = numbers.len().is_multiple_of(2);
        let stored =
            if is_packed { miniz_oxide::deflate::compress_to_vec_zlib(&bytes, 6) } else { bytes };
        self.bytes.push(kind);
        for number in [numbers.len(), usize::from(is_packed), stored.len()] {
            self.number(number as u64, 4);
        }
        self.bytes.extend(stored);
    }
}
